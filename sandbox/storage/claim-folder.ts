import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const PATIENCE_MS = 1000

/** What a sandbox says of itself at `GET /_sandbox`. */
const report = z.object({ folder: z.string() })

/**
 * Notes in the folder on which port it is worked on. Throws while another sandbox does so: each
 * would take the journal away from the other.
 */
export async function claimFolder(
  dir: string,
  { port, secretKey }: { port: number; secretKey: string },
): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const note = join(dir, 'port')
  const noted = Number(await readFile(note, 'utf8').catch(() => ''))
  const isElsewhere = noted > 0 && noted !== port
  if (isElsewhere && (await folderOf(noted, secretKey)) === (await realpath(dir))) {
    throw new Error(`${dir} 正由端口 ${noted} 上的支付沙箱使用：请先停止它，或换一个目录`)
  }
  await writeFile(note, String(port))
}

/** The folder of the sandbox on this port; null when none answers there. */
async function folderOf(port: number, secretKey: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/_sandbox`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return await realpath(report.parse(await answer.json()).folder)
  } catch {
    return null
  }
}
