const PATHS = {
  tick: 'm5 12.5 5 5 10-11',
  cross: 'm6 6 12 12M18 6 6 18',
  menu: 'M4 6h16M4 12h16M4 18h16',
  delete: 'M9 5h12v14H9l-6-7zm4 4 5 6m0-6-5 6',
  back: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
};

/** The name of a drawn sign. */
export type SignName = keyof typeof PATHS;

/** A sign, as large as the text. It is drawn: phones without a symbol font show boxes for ✓ and the like. */
export function Sign({ name }: { readonly name: SignName }) {
  return (
    <svg className="sign-drawing" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
