import { createInterface } from 'node:readline/promises'
import { EXIT, Refusal } from './exit.ts'
import type { Streams } from './operator.ts'
import { type Report, reportText } from './report.ts'

const YES = /^(y|yes|是|确认)$/i

/** At a terminal: shows what will happen and asks. Throws when the answer is no. */
export async function askConfirmation(
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  preview: Report,
): Promise<void> {
  if (stdin.isTTY !== true) return
  // on standard error: standard output may go to a file
  const dialog = createInterface({ input: stdin, output: stderr })
  try {
    stderr.write(`${reportText(preview)}\n\n`)
    const answer = await Promise.race([
      dialog.question('确认执行？输入 yes 继续：'),
      closed(dialog),
    ])
    if (!YES.test(answer.trim())) throw unconfirmed()
  } finally {
    dialog.close()
  }
}

/** Ctrl-D and Ctrl-C are a no. */
function closed(dialog: ReturnType<typeof createInterface>): Promise<never> {
  return new Promise((_, reject) => {
    dialog.once('close', () => reject(unconfirmed()))
    dialog.once('SIGINT', () => dialog.close())
  })
}

function unconfirmed(): Refusal {
  return new Refusal('没有确认，什么都没有改动', {
    code: 'UNCONFIRMED',
    exitCode: EXIT.unconfirmed,
  })
}
