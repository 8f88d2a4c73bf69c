/** The product's logo with its name. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0b5d45" />
        <path d="M0 8a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8H0z" fill="#e8a33a" />
        <path d="M0 8l4-6 4 6 4-8 4 8 4-8 4 8 4-6 4 6z" fill="#b5451f" />
        <path d="M9 15h14M16 15v11" stroke="#fffdf8" strokeWidth="3.5" strokeLinecap="round" />
      </svg>
      <span>Tsena</span>
    </span>
  );
}
