import type { Query } from '../../db/sql.ts'
import type { KeyPurpose } from '../../http/keys.ts'

export interface Sealed {
  id: string
  sealed: Uint8Array
}

interface Renewed extends Sealed {
  renewed: Uint8Array
}

/** A column whose values are encrypted under SECRET_KEY. */
export interface SealedColumn {
  purpose: KeyPurpose
  list(sql: Query): Promise<Sealed[]>
  /** One row, or none when the value has changed meanwhile: who changed it wrote it under the key in force. */
  replace(sql: Query, value: Renewed): Promise<object[]>
}

const webhookSecrets: SealedColumn = {
  purpose: 'application-webhook',
  list: (sql) => sql<Sealed>`
    select id, webhook_secret as sealed from applications where webhook_secret is not null order by id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update applications set webhook_secret = ${renewed}
    where id = ${id} and webhook_secret = ${sealed} returning 1`,
}

const signOnKeys: SealedColumn = {
  purpose: 'sign-on-key',
  list: (sql) => sql<Sealed>`select id, private_key as sealed from sign_on_keys order by id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update sign_on_keys set private_key = ${renewed}
    where id = ${id} and private_key = ${sealed} returning 1`,
}

const authenticators: SealedColumn = {
  purpose: 'console-code',
  list: (sql) => sql<Sealed>`
    select id, code_secret as sealed from operators where code_secret is not null order by id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update operators set code_secret = ${renewed}
    where id = ${id} and code_secret = ${sealed} returning 1`,
}

const customersAuthenticators: SealedColumn = {
  purpose: 'customer-code',
  list: (sql) => sql<Sealed>`
    select user_id as id, secret as sealed from user_authenticators order by user_id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update user_authenticators set secret = ${renewed}
    where user_id = ${id} and secret = ${sealed} returning 1`,
}

const pushTargets: SealedColumn = {
  purpose: 'push-target',
  list: (sql) => sql<Sealed>`select id, target as sealed from push_channels order by id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update push_channels set target = ${renewed}
    where id = ${id} and target = ${sealed} returning 1`,
}

const waitingMails: SealedColumn = {
  purpose: 'mail',
  list: (sql) => sql<Sealed>`
    select id, decode(payload ->> 'sealed', 'hex') as sealed from jobs
    where kind = 'mail' and state <> 'done' and payload ? 'sealed' order by id`,
  replace: (sql, { id, sealed, renewed }) => sql`
    update jobs set payload = jsonb_set(payload, '{sealed}', to_jsonb(encode(${renewed}, 'hex')))
    where id = ${id} and payload ->> 'sealed' = encode(${sealed}, 'hex') returning 1`,
}

export const SEALED: readonly SealedColumn[] = [
  webhookSecrets,
  signOnKeys,
  authenticators,
  customersAuthenticators,
  pushTargets,
  waitingMails,
]
