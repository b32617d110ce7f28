import { profileFields } from '#contract/fields.ts'

/** What is declared about the personal data of each table: the tests of export and erasure hold the code to it. */

/** What becomes of a customer's rows when the account is erased; docs/operator.md says it in Chinese. */
export type RowFate =
  /** They are deleted. */
  | 'deleted'
  /** They stay without the texts that are declared as erased. */
  | 'emptied'
  /** They stay as they are: there is no text about the customer in them, or law asks for it. */
  | 'kept'
  /** They go by themselves after the time that the docs name, whether the account is closed or not. */
  | 'ends'
  /** They are of no customer. */
  | '—'

export type ColumnFate =
  /** Words of the program, of operators about the shop, or codes and numbers of the provider. */
  | 'fixed'
  /** Random, a hash or encrypted: nobody can read a text out of it. */
  | 'digest'
  /** Of an operator, not of a customer. */
  | 'operator'
  /** May name somebody until it goes by itself, with its row. */
  | 'ends'
  /** About the customer: in the export, and gone after the erasure. */
  | 'exported'
  /** About the customer and gone after the erasure; why the export leaves it out. */
  | { leftOut: string }
  /** About the customer, kept as this law asks; `leftOut`: why the export leaves it out. */
  | { law: string; leftOut?: string }

interface TableFate {
  rows: RowFate
  /** Those that can hold a text; ids, numbers, times and switches cannot. */
  columns: Readonly<Record<string, ColumnFate>>
}

/** Declares columns by their fate, several names in a string. */
function table(rows: RowFate, ...parts: (readonly [string, ColumnFate])[]): TableFate {
  const columns = parts.flatMap(([names, fate]) => names.split(' ').map((name) => [name, fate]))
  return { rows, columns: Object.fromEntries(columns) }
}

const fixed = (names: string) => [names, 'fixed'] as const
const digest = (names: string) => [names, 'digest'] as const
const operator = (names: string) => [names, 'operator'] as const
const ends = (names: string) => [names, 'ends'] as const
const exported = (names: string) => [names, 'exported'] as const

const VOUCHER =
  'An issued invoice is an original voucher: 会计档案管理办法 asks to keep it for 30 years, 发票管理办法 for 5'

/** The columns of the fields of the profile. */
const PROFILE_COLUMNS = Object.keys(profileFields).map((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

const DEVICE = 'the export has the device and browser that it names'

export const FATES: Readonly<Record<string, TableFate>> = {
  alerts: table('emptied', fixed('kind subject'), [
    'facts',
    { leftOut: 'a message to the operator; what it says of a refund is in the order' },
  ]),
  announcements: table('—', fixed('kind title text link_label link_url tone pages'), [
    'created_by updated_by',
    'operator',
  ]),
  announcement_views: table('deleted'),
  api_keys: table('emptied', exported('name'), digest('hash hint')),
  application_grants: table('kept', fixed('scopes')),
  application_keys: table('—', digest('hash'), fixed('networks')),
  application_messages: table('ends', fixed('type data state last_error')),
  applications: table(
    '—',
    fixed('client_id name redirect_urls logout_redirect_urls backchannel_url webhook_url'),
    fixed('home_url usage_labels'),
    digest('client_secret_hash webhook_secret'),
  ),
  closed_days: table('—', fixed('sums settled'), operator('closed_by')),
  console_snapshots: table('—', fixed('name data')),
  credit_accounts: table('emptied'),
  credit_adjustments: table('kept', fixed('key')),
  credit_charges: table('emptied', exported('reason usage')),
  credit_checkpoints: table('kept', digest('hash'), fixed('lots grants')),
  credit_holds: table('emptied', fixed('state'), exported('reason')),
  credit_ledger: table('emptied', fixed('type idempotency_key actor'), exported('reason')),
  credit_lots: table('kept', fixed('kind')),
  credit_low_balances: table('deleted'),
  credit_requests: table(
    'deleted',
    ['idempotency_key', { leftOut: "the application's own key of a call" }],
    digest('request_hash'),
  ),
  credit_reserves: table('kept'),
  credit_reversals: table('emptied', exported('reason')),
  credit_usage_days: table('kept'),
  demo_visits: table('—', fixed('source')),
  disputes: table('kept', fixed('id status reason')),
  email_codes: table('ends', fixed('purpose'), ends('email'), digest('mac')),
  email_undos: table('deleted', digest('token_hash'), exported('email')),
  invoice_events: table('emptied', fixed('state actor'), operator('operator'), [
    'reason',
    { law: VOUCHER },
  ]),
  invoice_files: table(
    'kept',
    fixed('file'),
    ['name content', { law: VOUCHER, leftOut: 'the customer downloads the PDF from 发票' }],
    digest('sha256'),
    operator('uploaded_by'),
  ),
  invoice_orders: table('kept'),
  invoice_titles: table('deleted', fixed('kind'), exported('name tax_number email')),
  invoice_uploads: table('ends', ends('name content')),
  invoices: table(
    'emptied',
    fixed('state kind currency number reversal_number'),
    exported('email'),
    ['name tax_number reason', { law: VOUCHER }],
  ),
  jobs: table(
    'deleted',
    fixed('kind dedupe_key state'),
    ['payload', { leftOut: 'mails that the customer is about to get' }],
    ['last_error', { leftOut: 'the answer of a mail server' }],
  ),
  known_devices: table('deleted', digest('token_hash')),
  login_notices: table('deleted', digest('token_hash'), [
    'email',
    { leftOut: 'an address of the account at that time, which the export has' },
  ]),
  login_events: table('deleted', exported('ip'), ['user_agent', { leftOut: DEVICE }]),
  mailed_codes: table(
    'deleted',
    ['email', { leftOut: 'an address that the customer has just typed; minutes' }],
    fixed('purpose replaced_expire_at'),
    digest('asker mac replaced_macs'),
  ),
  operator_actions: table(
    'emptied',
    operator('operator address'),
    fixed('command subject outcome result channel weight_kind'),
    exported('reason'),
    ['given', { leftOut: 'the note is exported; the rest are values of the action' }],
    digest('mark'),
  ),
  operator_invitations: table('—', digest('token_hash'), operator('email name role invited_by')),
  operator_passkeys: table('—', digest('id public_key'), operator('name transports')),
  operator_recovery_codes: table('—', digest('code_hash')),
  operator_requests: table(
    'emptied',
    fixed('command subject outcome'),
    [
      'given preview reason',
      { leftOut: 'not done yet; the note is in operator_actions, which the export has' },
    ],
    digest('mark'),
  ),
  operator_sessions: table('—', digest('token_hash'), operator('address user_agent')),
  operator_used_challenges: table('—', digest('challenge_hash')),
  operators: table('—', operator('email name role'), digest('password_hash code_secret')),
  order_events: table('kept', fixed('from_state to_state actor reason about method')),
  order_reversals: table('kept', fixed('kind provider_id currency source')),
  orders: table(
    'emptied',
    fixed('order_no state plan_id plan currency source payment_intent_id client_secret'),
    // brand and last four digits of the card
    fixed('attempted_method attempted_methods attempted_type failure_code payment_method dispute'),
    ['attempted_from', { leftOut: 'the network of a payment that is under way; minutes' }],
  ),
  plan_changes: table('—', fixed('plan_id fields')),
  plan_stocks: table('—', fixed('plan_id')),
  plans: table('—', fixed('id name summary features currency badge')),
  provider_events: table('ends', fixed('id type')),
  push_channels: table('—', fixed('kind name topics last_error'), digest('target'), [
    'created_by',
    'operator',
  ]),
  push_deliveries: table('—', fixed('state')),
  push_messages: table('—', fixed('topic kind subject title detail path')),
  rate_limits: table('ends', ends('key')),
  refund_requests: table('emptied', fixed('state'), exported('reason answer')),
  refunds: table('emptied', fixed('provider_id status actor'), exported('reason')),
  reset_tokens: table('deleted', digest('token_hash')),
  schema_migrations: table('—', fixed('name hash')),
  secret_key_mark: table('—', digest('mark')),
  sessions: table('deleted', digest('token_hash'), exported('ip'), [
    'user_agent',
    { leftOut: DEVICE },
  ]),
  shop: table('—'),
  sign_on_keys: table('—', digest('id private_key')),
  sign_on_records: table('deleted', fixed('kind'), digest('id_hash grant_id uid'), [
    'payload',
    { leftOut: 'steps of a sign-on; half an hour' },
  ]),
  sign_ons: table('deleted', digest('sid')),
  timed_jobs: table('—', fixed('name last_error')),
  traffic_visits: table('—', fixed('source')),
  used_captchas: table('ends', digest('nonce')),
  user_authenticators: table('deleted', digest('secret')),
  user_passkeys: table('deleted', digest('id public_key'), exported('name'), fixed('transports')),
  user_recovery_codes: table('deleted', digest('code_hash')),
  user_used_challenges: table('ends', digest('challenge_hash')),
  welcome_grants: table('kept'),
  welcome_mailboxes: table('—', digest('hash')),
  // of a source nothing but the name of a campaign
  users: table(
    'emptied',
    exported(['email', ...PROFILE_COLUMNS].join(' ')),
    digest('password_hash'),
    fixed('source'),
  ),
}
