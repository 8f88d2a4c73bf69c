import { type ReactNode, useContext } from 'react';
import { VoiceContext } from './context.ts';

const PATHS = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm3 17h2',
  tick: 'm4 12.5 5 5 11-11',
  cross: 'm6 6 12 12M18 6 6 18',
  question: 'M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 4v.1',
};

interface Props {
  title: string;
  icon?: keyof typeof PATHS;
  /** The view's first sentence, which is read along with the heading. */
  children?: ReactNode;
}

/** A view's heading. */
export function Heading({ title, icon, children }: Props) {
  const { heading } = useContext(VoiceContext);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} part="title" aria-describedby="lead">
        {icon && (
          <svg data-icon={icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d={PATHS[icon]} />
          </svg>
        )}
        {title}
      </h2>
      {children && <p id="lead">{children}</p>}
    </>
  );
}
