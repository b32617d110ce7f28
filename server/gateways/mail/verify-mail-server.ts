import { mailLibrary } from '../libraries.ts'

const CONNECT_MS = 5_000

/** Connects to the mail server as for a mail, TLS and login included, and sends none. Rejects with what failed. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = mailLibrary().createTransport({
    url,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
