import type { Role } from '#contract/console/staff/roles.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { Refusal } from '../exit.ts'
import { replaceInvitation } from './invitations.store.ts'
import { invitationMail } from './operator-mails.ts'

const INVITATION_MS = 24 * 60 * 60 * 1000

type InviteDeps = Pick<Deps, 'now' | 'config' | 'content'>

export interface Invitation {
  /** Null: the first owner, who types it. */
  email: string | null
  name: string
  role: Role
  invitedBy: string
  /** The invited person has an account, whose ways to sign in were taken away. */
  isReset?: boolean
}

/** Stores an invitation in place of an earlier one and mails its link, which is good for 24 hours and once. */
export async function invite(
  { now, config, content }: InviteDeps,
  tx: Query,
  { isReset = false, ...invited }: Invitation,
): Promise<{ link: string; expiresAt: Date }> {
  const url = requireConsoleUrl({ config })
  const token = createToken()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + INVITATION_MS)
  await replaceInvitation(tx, { ...invited, id: uuidv7(), createdAt, expiresAt }, hashToken(token))
  // after `#`: it reaches no server and no log
  const link = `${url}/invitation#${token}`
  if (invited.email !== null) {
    const mail = invitationMail({ content }, { ...invited, link, isReset })
    const options = { goodUntil: expiresAt, sealedBy: config }
    await queueMail(tx, { to: invited.email, ...mail }, options)
  }
  return { link, expiresAt }
}

/** The console's address; refuses where there is none. */
export function requireConsoleUrl({ config }: Pick<Deps, 'config'>): string {
  if (config.console !== null) return config.console.url
  throw new Refusal('这家商店没有开控制台：请先设置 CONSOLE_PORT 与 CONSOLE_URL', {
    code: 'NO_CONSOLE',
  })
}
