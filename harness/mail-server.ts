import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  url: string
  /** How often each mail came, by its Message-ID. */
  received: ReadonlyMap<string, number>
  /** Each mail as it came, oldest first; empty unless they are kept. */
  texts: readonly string[]
}

interface Options {
  keepsTexts?: boolean
  /** A mailbox that does not exist here. */
  unknownAddress?: string
}

const NO_SUCH_MAILBOX = 550

/** A mail server that takes every mail and counts it, or keeps it too; it sends none on. */
export async function startMailServer({
  keepsTexts = false,
  unknownAddress,
}: Options = {}): Promise<MailServer> {
  const received = new Map<string, number>()
  const texts: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      if (address !== unknownAddress) return answer()
      answer(Object.assign(new Error('no such mailbox'), { responseCode: NO_SUCH_MAILBOX }))
    },
    onData(stream, _session, answer) {
      text(stream).then((mail) => {
        const id = /^message-id: *(.+)$/im.exec(mail)?.[1]?.trim() ?? ''
        received.set(id, (received.get(id) ?? 0) + 1)
        if (keepsTexts) texts.push(mail)
        answer()
      }, answer)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the mails')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    texts,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
