import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { untilReady } from '../processes.ts'
import { type Program, startProgram } from './program.ts'

const FILE = join(import.meta.dirname, '../../deploy/nginx/shop.conf')

export interface Ports {
  shop: number
  console: number
}

interface Options {
  /** Where it listens. */
  front: Ports
  nodes: readonly [Ports, Ports]
  folder: string
}

/** Starts nginx with its file of `deploy/`, without TLS and on the ports of this run. */
export async function startNginx(options: Options): Promise<Program> {
  const folder = join(options.folder, 'nginx')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  await writeFile(file, aroundFile(localFile(await readFile(FILE, 'utf8'), options), folder))
  return startProgram({
    command: ['nginx', '-c', file, '-g', 'daemon off;'],
    env: { HOME: folder },
    logFile: join(folder, 'output.log'),
    untilReady: (child) => untilReady(`http://127.0.0.1:${options.front.shop}/readyz`, child),
  })
}

/** Replaces the addresses that the file names by those of this run. */
function localFile(text: string, { front, nodes: [first, second] }: Options): string {
  const places: readonly (readonly [RegExp, string])[] = [
    [/127\.0\.0\.1:3001\b/g, `127.0.0.1:${first.shop}`],
    [/127\.0\.0\.1:3002\b/g, `127.0.0.1:${second.shop}`],
    [/127\.0\.0\.1:3011\b/g, `127.0.0.1:${first.console}`],
    [/127\.0\.0\.1:3012\b/g, `127.0.0.1:${second.console}`],
    [/^server \{\n  listen 80;\n[^]*?^\}\n/gm, ''],
    [/server_name shop\.example\.com;\n\s*listen 443 ssl;/g, `listen 127.0.0.1:${front.shop};`],
    [
      /server_name console\.example\.com;\n\s*listen 443 ssl;/g,
      `listen 127.0.0.1:${front.console};`,
    ],
    [/^\s*(ssl_|access_log |allow |deny ).*$/gm, ''],
  ]
  return places.reduce((file, [place, address]) => file.replaceAll(place, address), text)
}

/** The file stands in the http block of the machine's own nginx. */
function aroundFile(text: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  return `worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log info;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
${text}}
`
}
