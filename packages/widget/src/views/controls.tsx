import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { useTexts } from './context.ts';

const ICON_PATHS = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm3 17h2',
  tick: 'm4 12.5 5 5 11-11',
  cross: 'm6 6 12 12M18 6 6 18',
  question: 'M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 4v.1',
};

/** The name of an icon. */
export type IconName = keyof typeof ICON_PATHS;

interface HeadingProps {
  title: string;
  icon?: IconName;
  /**
   * Stands in the icon's place: the operator's name, of which the first letter is shown. A style can put a logo there.
   */
  operator?: string | null | undefined;
  /** The view's first sentence. Screen readers read it with the heading. */
  children?: ReactNode;
}

/** A view's heading. It names the region. */
export function Heading({ title, icon, operator, children }: HeadingProps) {
  return (
    <>
      <h2 id="title" tabIndex={-1} part="title" aria-describedby={children ? 'lead' : undefined}>
        {operator && (
          <span className="operator" part="operator" aria-hidden="true">
            {operator.charAt(0)}
          </span>
        )}
        {icon && !operator && (
          <svg data-icon={icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d={ICON_PATHS[icon]} />
          </svg>
        )}
        {title}
      </h2>
      {children && <p id="lead">{children}</p>}
    </>
  );
}

interface ButtonProps {
  /** Whether this is the view's main action. */
  main?: boolean;
  /** Whether a request is under way. The button stays focusable, so that the focus is not lost. */
  busy?: boolean;
  /** On a hosted page, the address that does the same without a script. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A button, or a link where the page must work without a script. With neither `onClick` nor `href` it submits its form.
 */
export function Button({ main = false, busy = false, href, onClick, children }: ButtonProps) {
  const kind = main ? 'button' : 'quiet';
  if (href === undefined)
    return (
      <button type={onClick ? 'button' : 'submit'} className={kind} part={kind} aria-disabled={busy} onClick={onClick}>
        {children}
      </button>
    );
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    onClick?.();
  };
  return (
    <a className={kind} part={kind} href={href} onClick={onClick && follow}>
      {children}
    </a>
  );
}

/** The attributes of an input, and its `ref`. */
export type InputProps = ComponentPropsWithRef<'input'>;

interface FieldProps {
  label: string;
  /** What to enter, or what is wrong with the value. */
  note: string;
  isInvalid: boolean;
  /** The input's other attributes. */
  attributes: InputProps;
}

/** An input with its label and its note. */
export function Field({ label, note, isInvalid, attributes }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor="field">{label}</label>
      <input {...attributes} id="field" part="input" aria-invalid={isInvalid} aria-describedby="note" />
      <p id="note" className={isInvalid ? 'bad' : 'small'}>
        {note}
      </p>
    </div>
  );
}

/** How a form reaches the companion without a script. */
export interface PlainForm {
  /** Relative to the page. */
  readonly action: string;
  /** Hidden fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The hidden fields of a {@link PlainForm}. */
export function HiddenFields({ plain }: { plain: PlainForm | undefined }) {
  return (
    plain &&
    Object.entries(plain.fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
  );
}

/** A sentence that appears within a view. */
export function Notice({ text, isError = false }: { text: string; isError?: boolean }) {
  return (
    <p className={isError ? 'notice bad' : 'notice'} part="notice">
      {text}
    </p>
  );
}

/** The link back to the shop, if the order has one. */
export function ReturnLink({ url, main }: { url: string | null; main: boolean }) {
  const { t } = useTexts();
  // A URL with another scheme (javascript:) would run in the shop's page.
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return (
    <a className={main ? 'button' : 'link'} part={main ? 'return' : 'return link'} href={url}>
      {t('returnToShop')}
    </a>
  );
}
