import { LANGUAGE_NAMES, LANGUAGES } from '@tsena/shared';
import { HostedPage, type HostedPageProps } from './HostedPage.tsx';
import { TAKE_OVER_SCRIPT } from './takeOver.ts';

/** A hosted page with everything around its content. */
export interface DocumentProps extends HostedPageProps {
  readonly title: string;
  /** For link previews; null: the page has none. */
  readonly preview: { readonly description: string | null; readonly imageUrl: string | null } | null;
  /** Of the page without the query, relative to what the browser shows; empty: it has none of its own. */
  readonly address: string;
  /** After how many seconds the browser loads which address; null: never. */
  readonly refresh: { readonly seconds: number; readonly address: string } | null;
  /** The texts of the style sheets. */
  readonly styles: { readonly form: string; readonly later: string };
  /** The widget's script. A page whose view is `live` loads it. */
  readonly script: { readonly src: string; readonly integrity: string };
}

/** The document of a hosted page. */
export function Document(props: DocumentProps) {
  const { language, title, preview, address, refresh, styles, view } = props;
  // On a slow line, what the form does not need would delay it.
  const hasForm = view.kind === 'live' && view.hosted.form !== null;
  const refreshes = refresh && <meta httpEquiv="refresh" content={`${refresh.seconds}; url=${refresh.address}`} />;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        {view.kind === 'live' ? <noscript>{refreshes}</noscript> : refreshes}
        <title>{title}</title>
        {preview && (
          <>
            <meta property="og:title" content={title} />
            {preview.description && <meta property="og:description" content={preview.description} />}
            {preview.imageUrl && <meta property="og:image" content={preview.imageUrl} />}
          </>
        )}
        <Style text={styles.form} />
        {!hasForm && <Style text={styles.later} />}
      </head>
      <body>
        <main>
          <HostedPage {...props} />
        </main>
        {hasForm && <Style text={styles.later} />}
        <nav>
          {LANGUAGES.map((one) =>
            one === language ? (
              <b key={one} lang={one}>
                {LANGUAGE_NAMES[one]}
              </b>
            ) : (
              <a key={one} lang={one} href={`${address}?lang=${one}`}>
                {LANGUAGE_NAMES[one]}
              </a>
            ),
          )}
        </nav>
        {view.kind === 'live' && <TakeOver {...props} view={view} />}
      </body>
    </html>
  );
}

function Style({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the styles and the script are texts of this package
  return <style dangerouslySetInnerHTML={{ __html: text }} />;
}

function TakeOver({ script, refresh, view }: DocumentProps & { view: { kind: 'live'; hosted: object } }) {
  return (
    <script
      id="page"
      data-src={script.src}
      data-integrity={script.integrity}
      data-refresh={refresh?.seconds ?? ''}
      data-address={refresh?.address}
      data-page={JSON.stringify(view.hosted)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
      dangerouslySetInnerHTML={{ __html: TAKE_OVER_SCRIPT }}
    />
  );
}
