import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { untilListening, untilReady } from '../processes.ts'
import { type Program, startProgram } from './program.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

export interface Ports {
  shop: number
  console: number
}

interface Options {
  /** Where the proxy listens. */
  front: Ports
  nodes: readonly [Ports, Ports]
  folder: string
  /** With a certificate and its key in one file nginx keeps its TLS; without one all proxies speak plain HTTP. */
  certificate?: string
  /** Where nginx writes one line a request: its id, its first line, the status. */
  accessLog?: string
}

/** A file of `deploy/` with the ports of this run. */
const FILES: Readonly<Record<ProxyName, string>> = {
  nginx: 'nginx/shop.conf',
  haproxy: 'haproxy/haproxy.cfg',
  caddy: 'caddy/Caddyfile',
}

/** Starts the proxy with its file of `deploy/`, without TLS and on the ports of this run. */
export async function startProxy(name: ProxyName, options: Options): Promise<Program> {
  const folder = join(options.folder, name)
  await mkdir(folder, { recursive: true })
  const text = localFile(name, await readFile(join(DEPLOY, FILES[name]), 'utf8'), options)
  const file = join(folder, 'proxy.conf')
  await writeFile(file, name === 'nginx' ? aroundNginx(text, folder, options) : text)
  return startProgram({
    command: COMMANDS[name](file),
    env: { HOME: folder },
    logFile: join(folder, 'proxy.log'),
    untilReady: (child) =>
      options.certificate === undefined
        ? untilReady(`http://127.0.0.1:${options.front.shop}/readyz`, child)
        : untilListening(options.front.shop, child),
  })
}

const COMMANDS: Readonly<Record<ProxyName, (file: string) => [string, ...string[]]>> = {
  nginx: (file) => ['nginx', '-c', file, '-g', 'daemon off;'],
  haproxy: (file) => ['haproxy', '-db', '-f', file],
  caddy: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
}

/** The addresses that the files of `deploy/` name, and those of this run. */
function localFile(name: ProxyName, text: string, options: Options): string {
  const { front, nodes, certificate } = options
  const [first, second] = nodes
  const places: readonly (readonly [RegExp, string])[] = [
    [/127\.0\.0\.1:3001\b/g, `127.0.0.1:${first.shop}`],
    [/127\.0\.0\.1:3002\b/g, `127.0.0.1:${second.shop}`],
    [/127\.0\.0\.1:3011\b/g, `127.0.0.1:${first.console}`],
    [/127\.0\.0\.1:3012\b/g, `127.0.0.1:${second.console}`],
    [/ port 3001$/gm, ` port ${first.shop}`],
    [/ port 3002$/gm, ` port ${second.shop}`],
    ...(name === 'nginx' && certificate !== undefined
      ? tlsListeners(front, certificate)
      : LISTENERS[name](front)),
  ]
  return places.reduce((file, [place, address]) => file.replaceAll(place, address), text)
}

const LISTENERS: Readonly<Record<ProxyName, (front: Ports) => [RegExp, string][]>> = {
  nginx: (front) => [
    [/^server \{\n  listen 80;\n[^]*?^\}\n/gm, ''],
    [/server_name shop\.example\.com;\n\s*listen 443 ssl;/g, `listen 127.0.0.1:${front.shop};`],
    [
      /server_name console\.example\.com;\n\s*listen 443 ssl;/g,
      `listen 127.0.0.1:${front.console};`,
    ],
    [/^\s*(ssl_|access_log ).*$/gm, ''],
    [/^\s*(allow|deny) .*$/gm, ''],
  ],
  haproxy: (front) => [
    [/^frontend http\n( .*\n)+/gm, ''],
    [/^ {2}ssl-default-.*\n/gm, ''],
    [/bind :443 ssl.*$/gm, `bind 127.0.0.1:${front.shop},127.0.0.1:${front.console}`],
    [
      /console\.example\.com console\.example\.com:443/g,
      `localhost:${front.console} 127.0.0.1:${front.console}`,
    ],
    [/^ {2}http-request deny if console .*\n/gm, ''],
    [/\/etc\/haproxy\/errors/g, join(DEPLOY, 'haproxy')],
  ],
  caddy: (front) => [
    [/^http:\/\/ \{\n[^]*?^\}\n/gm, ''],
    [/^\timport encryption\n/gm, ''],
    [/^\t(@elsewhere|abort) .*\n/gm, ''],
    [/^shop\.example\.com/gm, `http://127.0.0.1:${front.shop}`],
    [/^console\.example\.com/gm, `http://127.0.0.1:${front.console}`],
  ],
}

function tlsListeners(front: Ports, certificate: string): [RegExp, string][] {
  return [
    [
      /(server_name shop\.example\.com;\n\s*)listen 443 ssl;/g,
      `$1listen 127.0.0.1:${front.shop} ssl;`,
    ],
    [
      /(server_name console\.example\.com;\n\s*)listen 443 ssl;/g,
      `$1listen 127.0.0.1:${front.console} ssl;`,
    ],
    [/\/etc\/ssl\/[\w./]+\.pem/g, certificate],
    [/^\s*(access_log |allow |deny ).*$/gm, ''],
  ]
}

/** The file stands in the http block of the machine's own nginx. */
function aroundNginx(text: string, folder: string, { accessLog }: Options): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  return `worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log info;
events { worker_connections 1024; }
http {
  log_format requests '$request_id $status $request';
  access_log ${accessLog === undefined ? 'off' : `${accessLog} requests`};
  ${temporary}
${text}}
`
}
