import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from './session.ts';

beforeEach(() => sessionStorage.clear());

describe('openSession', () => {
  it('keeps the key of the tab through a reload, until clear()', () => {
    openSession().save('a-key');
    expect(openSession().read()).toBe('a-key');
    openSession().clear();
    expect(openSession().read()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps the key in memory where the browser forbids storage', () => {
    const session = openSession(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(session.read()).toBeNull();
    session.save('a-key');
    expect(session.read()).toBe('a-key');
    session.clear();
    expect(session.read()).toBeNull();
  });
});
