import type { TestServer } from './harness.ts'

type Server = Pick<TestServer, 'mails' | 'config'>

/** The code in the newest mail to this address. */
export async function readMailedCode(server: Server, email: string): Promise<string> {
  const mail = (await server.mails(email)).at(-1)
  const [code] = /^\d{6}(?= )/.exec(mail?.subject ?? '') ?? []
  if (code === undefined) throw new Error(`no code in the newest mail to ${email}`)
  return code
}

/**
 * The token of the newest link that was mailed to this address: `token` resets the password, `undo` undoes a change of
 * the e-mail, `not-me` says that it was somebody else.
 */
export async function readMailedToken(
  server: Server,
  email: string,
  kind: 'token' | 'undo' | 'not-me' = 'token',
): Promise<string> {
  const prefix = RegExp.escape(`${server.config.publicUrl}/account/reset-password?${kind}=`)
  const link = new RegExp(String.raw`(?<=(?:^|\s)${prefix})[\w-]{43}(?=\s|$)`)
  const tokens = (await server.mails(email)).flatMap(({ text }) => link.exec(text) ?? [])
  const token = tokens.at(-1)
  if (token === undefined) throw new Error(`no link in the mails to ${email}`)
  return token
}
