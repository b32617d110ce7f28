import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { OperatorContext } from '../operator.ts'
import { signedChangeMail } from './operator-mails.ts'
import { listOwnerEmails } from './operators.store.ts'

/** Mails every owner what was done that two have to sign, also where there was nobody who could. */
export async function tellOwnersOfSigned(
  { content, call }: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  what: string,
): Promise<void> {
  const mail = signedChangeMail(
    { content },
    {
      what,
      by: call.actor.operator,
      signer: call.signer ?? null,
    },
  )
  for (const to of await listOwnerEmails(tx)) await queueMail(tx, { to, ...mail })
}
