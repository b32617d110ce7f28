import { access, constants, statfs } from 'node:fs/promises'
import { needsDataFolder } from '../../config/config.ts'
import { queryProvider } from '../../gateways/payments/query-provider.ts'
import { secretKeysOf } from '../../http/keys.ts'
import { isMarkOfKeys } from '../../config/secret-mark.ts'
import { messageOf } from '../failure.ts'
import {
  agoText,
  bad,
  type Check,
  type CheckContext,
  DAY_MS,
  good,
  note,
  sizeText,
} from './check.ts'
import { findLastBackup, readDatabaseTime, readSecretMark } from './doctor.store.ts'

/** Beyond it times of several machines no longer fit together. */
const CLOCK_NOTE_MS = 2_000
/** Beyond it codes of authenticators and signatures of robots are refused. */
const CLOCK_BAD_MS = 30_000
const LITTLE_SPACE = 1_000_000_000
const TOO_LITTLE_SPACE = 100_000_000
const BACKUP_DAYS = 2

export const machineChecks: readonly Check[] = [
  { id: 'clock', title: '时钟', run: checkClock },
  { id: 'secret-key', title: 'SECRET_KEY', run: checkKeyMark },
  { id: 'disk', title: '数据目录', run: checkFolder },
  { id: 'backup', title: '备份', run: checkBackup },
]

async function checkClock({ config, sql, now }: CheckContext, signal: AbortSignal) {
  const [provider, database] = await Promise.all([
    readProviderOffset({ config, now }, signal),
    readDatabaseOffset({ sql, now }),
  ])
  const offsets = [
    ...(provider === null ? [] : [{ of: '支付平台', ms: provider }]),
    { of: '数据库', ms: database },
  ]
  const found = `与${offsets.map(({ of, ms }) => `${of}相差${secondsText(ms)}`).join('，与')}`
  const most = Math.max(...offsets.map(({ ms }) => Math.abs(ms)))
  const advice = '请打开这台机器的自动对时（NTP）'
  if (most > CLOCK_BAD_MS) return bad(`${found}，验证码与签名会被拒绝`, advice)
  return most > CLOCK_NOTE_MS ? note(found, advice) : good(found)
}

/** How far the provider's clock is ahead, at the least; null: it did not answer. */
async function readProviderOffset(
  { config, now }: Pick<CheckContext, 'config' | 'now'>,
  signal: AbortSignal,
): Promise<number | null> {
  const before = now().getTime()
  const answer = await queryProvider(config.payments, '/v1/events?limit=1', signal).catch(
    () => null,
  )
  if (answer?.date == null) return null
  // its header has no fractions: the time was up to a second later
  const at = answer.date.getTime()
  if (at + 1000 < before) return at + 1000 - before
  return Math.max(0, at - now().getTime())
}

async function readDatabaseOffset({
  sql,
  now,
}: Pick<CheckContext, 'sql' | 'now'>): Promise<number> {
  const before = now().getTime()
  const at = (await readDatabaseTime(sql)).getTime()
  if (at < before) return at - before
  return Math.max(0, at - now().getTime())
}

function secondsText(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  return seconds < 1 ? '不到 1 秒' : ` ${Math.round(seconds)} 秒`
}

async function checkKeyMark({ config, sql }: CheckContext) {
  const known = await readSecretMark(sql)
  if (known === null) return note('数据库还没有记下密钥', '请启动一次网站')
  const [, ...older] = secretKeysOf(config.secretKey)
  if (isMarkOfKeys(config.secretKey, known)) {
    return older.length === 0
      ? good('与数据库记下的是同一个')
      : note(
          `正在更换：还读 ${older.length} 个旧密钥`,
          '请运行 npm run operator -- secret-key rotate；几周后多数用户登录过了，再从 SECRET_KEY 里去掉旧的',
        )
  }
  return bad(
    '与这个数据库一直使用的不同，所有人的密码都会失效',
    '请换回原来的 SECRET_KEY；要换一个，写成“新的,旧的”；旧的丢了，先运行 npm run operator -- secret-key accept',
  )
}

async function checkFolder({ config }: CheckContext) {
  const { dataDir } = config
  if (!needsDataFolder(config)) return good('这些设置用不到数据目录')
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    return bad(
      `不能写入 ${dataDir}（${codeOf(error)}）`,
      '请用拥有它的账号运行，或用 DATA_DIR 换一个',
    )
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const found = `${dataDir} 可以写入，还有 ${sizeText(free)}`
  if (free < TOO_LITTLE_SPACE) return bad(found, '请马上腾出空间：写满之后数据库会停下')
  return free < LITTLE_SPACE ? note(found, '请腾出空间') : good(found)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
}

async function checkBackup({ config, sql, now }: CheckContext) {
  const last = await findLastBackup(sql)
  const advice = '请设好每天运行的 npm run operator -- backup；用 pg_dump 或 WAL 归档的，请自行核对'
  if (last === null) {
    const found = '还没有用 backup 命令备份过'
    return config.isProduction ? note(found, advice) : good(`${found}；正式营业前请设好`)
  }
  const found = `最近一次：${agoText(last, now())}`
  const isOld = now().getTime() - last.getTime() > BACKUP_DAYS * DAY_MS
  return isOld ? note(found, advice) : good(found)
}
