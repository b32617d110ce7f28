import type { Deps } from '../deps.ts'
import { invite } from '../operator/operators/invite.ts'
import { hasOperators } from '../operator/operators/operators.store.ts'

/** A link for the first owner, in place of earlier ones; null when there are operators already, or no console. */
export async function inviteFirstOwner(
  deps: Pick<Deps, 'sql' | 'now' | 'config' | 'content'>,
): Promise<string | null> {
  const { sql, config } = deps
  if (config.console === null || (await hasOperators(sql))) return null
  const { link } = await sql.begin((tx) =>
    invite(deps, tx, { email: null, name: '', role: 'owner', invitedBy: 'npm start' }),
  )
  return link
}
