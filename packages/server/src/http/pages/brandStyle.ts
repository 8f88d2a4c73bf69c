import type { Settings } from '../../config/settings.ts';

/** White or black, whichever contrasts more with a colour (WCAG's relative luminance): at least 4.58 to 1. */
export function textColorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where the contrast with both is the same.
  return luminance > 0.1791 ? '#000' : '#fff';
}

/**
 * The merchant's colour as the widget's custom properties, and the operator's logo in the place of its letter; without
 * them, the widget has its own.
 */
export function brandStyle({
  BRAND_COLOR,
  OPERATOR_LOGO_URL,
}: Pick<Settings, 'BRAND_COLOR' | 'OPERATOR_LOGO_URL'>): string {
  const colors =
    BRAND_COLOR === null ? '' : `:root{--tsena-accent:${BRAND_COLOR};--tsena-on-accent:${textColorOn(BRAND_COLOR)}}`;
  const logo = `.operator{border-radius:8px;background:#fff url("${OPERATOR_LOGO_URL}") center/contain no-repeat;color:transparent}`;
  return OPERATOR_LOGO_URL === null ? colors : colors + logo;
}
