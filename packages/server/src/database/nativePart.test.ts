import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkNativePart } from './nativePart.ts';

function compiled(names: string): string {
  const file = join(tmpdir(), `tsena-native-${process.pid}.node`);
  writeFileSync(file, `\0${names}\0`);
  onTestFinished(() => rmSync(file));
  return file;
}

describe('checkNativePart', () => {
  it.each(['v24.18.1', 'v24.19.0', 'v24.21.0'])(
    'refuses what was compiled with the headers of Node 24.19 on %s',
    (version) => {
      let message = '';
      try {
        checkNativePart(version, compiled('node::RemoveEnvironmentCleanupHook'));
      } catch (error) {
        message = String(error);
      }
      expect(message).toContain('Compile it with Node 22 or 24.18, or use the release');
    },
  );

  it.each(['v20.20.2', 'v22.23.3', 'v24.22.0', 'v26.4.0'])('says nothing on %s', (version) => {
    expect(checkNativePart(version, compiled('node::RemoveEnvironmentCleanupHook'))).toBeUndefined();
  });

  it('says nothing of the ready-made file, nor if there is none', () => {
    expect(checkNativePart('v24.21.0', compiled('node::ObjectWrap'))).toBeUndefined();
    expect(checkNativePart('v24.21.0', '/nowhere')).toBeUndefined();
  });
});
