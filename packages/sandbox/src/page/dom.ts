type Child = Node | string | null;

/**
 * Makes an element. Texts are set as text, never as markup.
 *
 * @example element('p', { class: 'hint' }, 'Nothing yet')
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') made.setAttribute(name, value);
    else made.toggleAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that does something when it is pressed. */
export function button(label: string, className: string, onPress: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, label);
  made.addEventListener('click', onPress);
  return made;
}

/** The page's element of an id, of the class that it must have. */
export function byId<Made extends HTMLElement>(id: string, type: new () => Made): Made {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return found;
}

/** Sets a text only where it changed, so that a screen reader is not made to read it again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Makes a list's children these, in this order, moving only what is out of place: focus stays where it is. */
export function arrange(list: HTMLElement, wanted: readonly HTMLElement[]): void {
  const keep = new Set<Element>(wanted);
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
  });
}

/** Says something to a screen reader. */
export function announce(text: string): void {
  byId('announcer', HTMLElement).textContent = text;
}
