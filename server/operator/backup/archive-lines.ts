import * as z from 'zod/mini'
import { Refusal } from '../exit.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const header = z.object({
  format: z.literal('shop-backup'),
  version: z.literal(1),
  /** The time of the backed-up state. */
  at: z.iso.datetime(),
  /** Versions of PostgreSQL and of this program. */
  server: z.string(),
  program: z.string(),
  /** Fingerprint of the SECRET_KEY. */
  secretKey: z.string(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type ArchiveHeader = z.output<typeof header>

const end = z.object({ table: z.string(), rows: z.int(), sha256 })
/** The line after a table's rows. */
export type TableEnd = z.output<typeof end>

const block = z.object({ bytes: z.int().check(z.gte(1)) })
const last = z.object({ sha256 })

export function archiveLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

export function damagedBackup(where: string): Refusal {
  return new Refusal(`备份文件已损坏或不完整：${where}`, { code: 'DAMAGED' })
}

export const readHeader = (line: string) => parseLine(header, line, '开头')
export const readBlockOrEnd = (line: string) => parseLine(z.union([block, end]), line, '表的内容')
export const readEndDigest = (line: string) => parseLine(last, line, '结尾')

function parseLine<Schema extends z.ZodMiniType>(
  schema: Schema,
  line: string,
  where: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw damagedBackup(where)
  }
}
