import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from './session.ts';

beforeEach(() => sessionStorage.clear());

describe('the session', () => {
  it('keeps the key for the tab, through a reload, until it is forgotten', () => {
    openSession().keep('a-key');
    expect(openSession().read()).toBe('a-key');
    openSession().forget();
    expect(openSession().read()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('holds the key in memory where storage is forbidden', () => {
    const session = openSession(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(session.read()).toBeNull();
    session.keep('a-key');
    expect(session.read()).toBe('a-key');
    session.forget();
    expect(session.read()).toBeNull();
  });
});
