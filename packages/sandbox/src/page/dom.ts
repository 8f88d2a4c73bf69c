type Child = Node | string | null;

/**
 * Creates an element. Text children are set as text, never as markup.
 *
 * @example createElement('p', { class: 'hint' }, 'Nothing yet')
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') created.setAttribute(name, value);
    else created.toggleAttribute(name, value);
  }
  created.append(...children.filter((child) => child !== null));
  return created;
}

/** Creates a button that calls `onPress` when it is pressed. */
export function createButton(label: string, className: string, onPress: () => void): HTMLButtonElement {
  const created = createElement('button', { type: 'button', class: className }, label);
  created.addEventListener('click', onPress);
  return created;
}

/**
 * Finds an element of the page by its id.
 *
 * @throws Error if there is none of this type
 */
export function getById<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return found;
}

/** Sets a text only if it changed, so that a screen reader does not read it again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Replaces the children of a list. Moves only children that are out of place, so that the focus stays where it is. */
export function updateChildren(list: HTMLElement, wanted: readonly HTMLElement[]): void {
  const keep = new Set<Element>(wanted);
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
  });
}

/** Creates a paragraph of a class. */
export function createText(className: string, ...children: readonly Child[]): HTMLParagraphElement {
  return createElement('p', { class: className }, ...children);
}

/** Creates a list of names and values. A fact without a value is left out. */
export function createPairs(facts: readonly (readonly [name: string, value: string | null])[]): HTMLElement {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null && fact[1] !== '');
  return createElement(
    'dl',
    { class: 'pairs' },
    ...known.map(([term, value]) => createElement('div', {}, createElement('dt', {}, term), createElement('dd', {}, value))),
  );
}

/** What went wrong, for a person to read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows a message in its place. */
export function showMessage(place: HTMLElement, message: string): void {
  place.textContent = message;
  place.hidden = false;
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  getById('announcer', HTMLElement).textContent = text;
}
