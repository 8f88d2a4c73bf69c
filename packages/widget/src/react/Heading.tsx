import type { ReactNode, RefObject } from 'react';

/** What every view takes: where its heading hangs, so that focus can be moved there. */
export interface ViewProps {
  heading: RefObject<HTMLHeadingElement | null>;
}

/** A view's heading and its first sentence, which is read along with it. */
export function Heading({ heading, title, children }: ViewProps & { title: string; children?: ReactNode }) {
  return (
    <>
      <h2 ref={heading} tabIndex={-1} part="title" aria-describedby={children ? 'lead' : undefined}>
        {title}
      </h2>
      {children && (
        <p id="lead" className="lead">
          {children}
        </p>
      )}
    </>
  );
}
