import type * as contract from '#contract/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { nickname as nicknameRule } from '#contract/fields.ts'
import type { Deps } from '../deps.ts'
import { uuidv7 } from '../db/ids.ts'
import { AppError } from '../http/errors.ts'
import { addressBuckets } from '../http/address-keys.ts'
import { checkCode } from './codes.ts'
import { refuseWeakDigest } from './password-rules.ts'
import { insertUser, toUser } from './users.store.ts'

type Needs = Pick<Deps, 'config' | 'sql' | 'now' | 'passwords' | 'limits'>

/** Opens the account and consumes the code in one transaction: of two calls at once one wins. */
export async function register(
  deps: Needs,
  { email, password, code, nickname }: InputOf<typeof contract.register>,
  visitor: { ip: string; source: string | null },
): Promise<OutputOf<typeof contract.register>> {
  await deps.limits.takeAll(addressBuckets('registerIp', visitor.ip))
  refuseWeakDigest(deps.passwords, password, email)
  const consume = await checkCode(deps, { purpose: 'register', email, code })
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.now()
  const account = {
    id: uuidv7(),
    email,
    nickname: nickname ?? nicknameFrom(email),
    source: visitor.source,
  }
  await deps.sql.begin(async (tx) => {
    await consume(tx)
    if (!(await insertUser(tx, { ...account, passwordHash, now }))) {
      const { message } = new AppError('EMAIL_TAKEN')
      throw new AppError('EMAIL_TAKEN', { fields: { email: message } })
    }
  })
  return { user: toUser({ ...account, emailVerifiedAt: now, createdAt: now }) }
}

function nicknameFrom(email: string): string {
  const name = nicknameRule.safeParse(email.slice(0, email.lastIndexOf('@')).slice(0, 20))
  return name.success ? name.data : '新用户'
}
