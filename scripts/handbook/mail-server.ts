import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  url: string
}

const NO_SUCH_MAILBOX = 550

/** A mail server that takes every mail and sends none on; it says that one mailbox does not exist. */
export async function startMailServer(unknownAddress: string): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      if (address !== unknownAddress) return answer()
      answer(Object.assign(new Error('no such mailbox'), { responseCode: NO_SUCH_MAILBOX }))
    },
    onData(stream, _session, answer) {
      stream.resume().once('end', () => answer())
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the mails')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
