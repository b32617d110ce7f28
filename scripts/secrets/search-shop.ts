import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { startEmbeddedDatabase } from '../../server/db/embedded.ts'
import { ROOT } from '../run-program.ts'
import { DIGITS, type Found, RECORDED, type Secret, searchFor } from './secrets.ts'

const recorded = z.object({ name: z.string(), value: z.string() })

/** What a mail is sent for. */
const isMailed = ({ name }: Secret) => /^(code|token|undo|stop|keep|confirm|not-me)$/.test(name)
/** Stripe's secret of one payment pays this order and nothing else; its customer goes on with it for as long as it is open. */
const isOfPayment = ({ value }: Secret) => /^pi_\w+_secret_\w+$/.test(value)
const isNone = () => false
/** So many mailed codes may occur by chance among other numbers. */
const BY_CHANCE = 1

/**
 * After all journeys: looks for every secret that the servers of their shop received or sent in what they printed, in
 * the built assets, in every row of the database, and in the mails. Throws with what it found; the shop still runs.
 */
export default async function searchShop(): Promise<void> {
  const dataDir = join(ROOT, `.cache/e2e-${process.env['E2E_PORT'] ?? 3900}`)
  const secrets = await readSecrets(dataDir)
  if (secrets.length === 0) throw new Error(`no secret was recorded in ${dataDir}`)
  const find = searchFor(secrets)
  const places: [
    place: string,
    texts: AsyncIterable<string>,
    isAllowed?: (secret: Secret) => boolean,
  ][] = [
    ['log', filesIn(join(dataDir, RECORDED), /^log\.txt$/)],
    ['log of the database', filesIn(dataDir, /^postgres\.log$/)],
    ['built assets', filesIn(join(ROOT, 'dist'), /\.(js|css|html|json|svg)$/)],
    ['pages', filesIn(join(dataDir, 'cache'), /./)],
    ['database', rowsOf(dataDir), isOfPayment],
    ['mails', mailsIn(dataDir), isMailed],
  ]
  const problems: string[] = []
  for (const [place, texts, isAllowed = isNone] of places) {
    const found: Found[] = []
    for await (const text of texts) found.push(...find(text).filter((each) => !isAllowed(each)))
    problems.push(...problemsOf(place, found))
  }
  if (problems.length > 0) throw new Error(`secrets were found:\n${problems.join('\n')}`)
  process.stdout.write(
    `${secrets.length} secrets: none in logs, built assets and database, none in mails but those they are sent for\n`,
  )
}

function problemsOf(place: string, found: readonly Found[]): string[] {
  const codes = new Set(found.map(({ value }) => value).filter((value) => DIGITS.test(value)))
  const certain = codes.size > BY_CHANCE ? found : found.filter(({ value }) => !codes.has(value))
  const shown = new Map(certain.map((each) => [`${each.name} ${each.before.slice(-12)}`, each]))
  return [...shown.values()].map(
    ({ name, before }) => `${place}: ${name} after ${JSON.stringify(before)}`,
  )
}

async function readSecrets(dataDir: string): Promise<Secret[]> {
  const secrets: Secret[] = []
  for await (const text of filesIn(join(dataDir, RECORDED), /^secrets\.ndjson$/)) {
    const lines = text.trim().split('\n')
    secrets.push(...lines.map((line) => recorded.parse(JSON.parse(line))))
  }
  for await (const text of filesIn(join(dataDir, 'secrets'), /./))
    secrets.push({ name: 'setting', value: text.trim() })
  return [...new Map(secrets.map((secret) => [secret.value, secret])).values()]
}

/** A shop that has sent no mail has no folder of them. */
async function* mailsIn(dataDir: string): AsyncGenerator<string> {
  const folder = join(dataDir, 'mail')
  if (existsSync(folder)) yield* filesIn(folder, /\.json$/)
}

async function* filesIn(folder: string, names: RegExp): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (entry.isFile() && names.test(entry.name))
      yield await readFile(join(entry.parentPath, entry.name), 'utf8')
  }
}

async function* rowsOf(dataDir: string): AsyncGenerator<string> {
  // joins the one that the shop runs
  const database = await startEmbeddedDatabase({ dataDir })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      yield rows.map(({ row }) => `${name} ${row}`).join('\n')
    }
  } finally {
    await client.end()
    await database.stop()
  }
}
