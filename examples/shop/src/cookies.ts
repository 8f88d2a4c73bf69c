import type { Request, Response } from 'express';

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** The value of one of the shop's cookies, or an empty text. */
export function readCookie(request: Request, name: string): string {
  for (const part of (request.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return '';
}

/** Sets a cookie. The value must consist of letters, digits, `.`, `~` and `-`, because it is not encoded. */
export function keepCookie(response: Response, name: string, value: string): void {
  response.cookie(name, value, { encode: String, httpOnly: true, sameSite: 'lax', maxAge: YEAR_MS });
}
