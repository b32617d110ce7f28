import { execFile } from 'node:child_process'

export interface Ran {
  /** Both streams. */
  output: string
  /** It was stopped because its time was over. */
  isStopped: boolean
}

const MOST_BYTES = 64 * 1024 * 1024
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

/** Runs a program of the machine for so long at most; whatever its exit code is. Throws where there is none. */
export function runBounded(
  file: string,
  args: readonly string[],
  { folder, limitMs }: { folder: string; limitMs: number },
): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  const env = { PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' }
  const options = { cwd: folder, timeout: limitMs, maxBuffer: MOST_BYTES, env }
  execFile(file, [...args], options, (error, stdout, stderr) => {
    if (error?.code === 'ENOENT') return reject(new Error(`${file} is not installed`))
    resolve({ output: stdout + stderr, isStopped: error?.killed === true })
  }).stdin?.end()
  return promise
}
