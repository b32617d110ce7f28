// Runs the commands of `operator-terminal.ts`.

import { Writable } from 'node:stream'
import { runOperator } from '../server/operator/run.ts'
import type { OperatorAnswer, OperatorCall } from './operator-terminal.ts'

async function answer({ id, words, settings }: OperatorCall): Promise<OperatorAnswer> {
  const texts = { output: '', errors: '' }
  const code = await runOperator(words, () => settings, {
    stdin: process.stdin,
    stdout: {
      write(text: string | Uint8Array) {
        texts.output += String(text)
        return true
      },
    },
    stderr: new Writable({
      write(text, _encoding, done) {
        texts.errors += String(text)
        done()
      },
    }),
  })
  return { id, code, ...texts }
}

process.on('disconnect', () => process.exit())
process.on('message', (call: OperatorCall) => {
  void answer(call).then((told) => process.send?.(told))
})
