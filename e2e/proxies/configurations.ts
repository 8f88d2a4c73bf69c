import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A proxy whose configuration is in the manual. */
export interface ManualProxy {
  readonly name: string;
  /** The program, and its arguments for a configuration file. */
  readonly command: (file: string) => readonly string[];
  /** The arguments that show the version. */
  readonly version: readonly string[];
  /** The manual's configuration with these ports, as a complete file. */
  readonly configure: (
    manual: string,
    ports: { readonly proxy: number; readonly companion: number },
    folder: string,
  ) => string;
}

/** Replaces a text of the manual. Throws if the manual no longer has it. */
function replace(text: string, old: string, by: string): string {
  if (!text.includes(old)) throw new Error(`docs/going-live.md has no "${old}" any more: adapt e2e/proxies.`);
  return text.replaceAll(old, by);
}

const companionAt = (text: string, port: number): string => replace(text, '127.0.0.1:4000', `127.0.0.1:${port}`);

/** The proxies of the manual. Only addresses are changed, and what a part of a file lacks is put around it. */
export const PROXIES: readonly ManualProxy[] = [
  {
    name: 'nginx',
    command: (file) => ['nginx', '-c', file],
    version: ['-v'],
    configure: (manual, { proxy, companion }, folder) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${proxy};
${companionAt(manual, companion)}
  }
}
`,
  },
  {
    name: 'caddy',
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    version: ['version'],
    configure: (manual, { proxy, companion }) =>
      `{\n  admin off\n  auto_https off\n}\n${replace(companionAt(manual, companion), 'pay.example {', `http://127.0.0.1:${proxy} {`)}`,
  },
  {
    name: 'haproxy',
    command: (file) => ['haproxy', '-db', '-f', file],
    version: ['-v'],
    configure: (manual, { proxy, companion }) =>
      replace(
        companionAt(manual, companion),
        ':443 ssl crt /etc/haproxy/pay.example.pem alpn h2,http/1.1',
        `127.0.0.1:${proxy}`,
      ),
  },
];

/** Reads the configurations of the manual: the code block after the line that begins with the proxy's name. */
export function readManual(root: string): (name: string) => string {
  const text = readFileSync(join(root, 'docs/going-live.md'), 'utf8');
  return (name) => {
    const block = new RegExp(`^   ${name},.*\\n\\n   \`\`\`\\w*\\n([\\s\\S]*?)^   \`\`\`$`, 'im').exec(text)?.[1];
    if (block === undefined) throw new Error(`docs/going-live.md has no configuration of ${name}.`);
    return block.replace(/^ {3}/gm, '');
  };
}
