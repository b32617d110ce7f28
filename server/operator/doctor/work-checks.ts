import { listChannels } from '../../alerts/pushes/channels.store.ts'
import { agoText, bad, type Check, type CheckContext, DAY_MS, good, note } from './check.ts'
import { findLedgerFault, findOldestDueJob, listTimedJobRows } from './doctor.store.ts'

/** Jobs begin within a second where they run at all. */
const STUCK_MS = 10 * 60_000
const PROOF_JOB = 'prove-ledger'

export const workChecks: readonly Check[] = [
  { id: 'jobs', title: '后台任务', run: checkJobs },
  { id: 'ledger', title: '账本核对', run: checkLedger },
  { id: 'pushes', title: '通知渠道', run: checkPushes },
]

async function checkJobs({ sql, now }: CheckContext) {
  const [timed, oldest] = await Promise.all([listTimedJobRows(sql), findOldestDueJob(sql)])
  if (timed.length === 0) return note('还没有运行过', '请启动一次网站')
  const late = [...timed.map(({ runAt }) => runAt), ...(oldest === null ? [] : [oldest])]
  const first = new Date(Math.min(...late.map((time) => time.getTime())))
  if (now().getTime() - first.getTime() > STUCK_MS) {
    return bad(
      `没有在运行：最早的一项${agoText(first, now())}就该做了`,
      '请检查网站是否在运行，以及它的日志',
    )
  }
  const failing = timed.filter(({ failures }) => failures > 0)
  if (failing.length > 0) {
    const names = failing.map(({ name, failures }) => `${name}（${failures} 次）`).join('、')
    return note(`最近失败：${names}`, '它们会继续重试；原因在日志里')
  }
  return good(`${timed.length} 项都按时运行`)
}

async function checkLedger({ sql, now }: CheckContext) {
  const [timed, fault] = await Promise.all([
    listTimedJobRows(sql),
    findLedgerFault(sql, new Date(now().getTime() - 2 * DAY_MS)),
  ])
  if (fault !== null) {
    return bad(
      `${agoText(fault, now())}核对出不符`,
      '请用 npm run operator -- ledger prove 查看，修复前不要手工改动数据',
    )
  }
  const last = timed.find(({ name }) => name === PROOF_JOB)?.succeededAt ?? null
  if (last === null) return note('还没有核对过', '网站每晚自己核对；也可以运行 ledger prove')
  const isOld = now().getTime() - last.getTime() > 2 * DAY_MS
  const found = `${agoText(last, now())}核对，没有不符`
  return isOld ? note(found, '它应该每晚运行：请看“后台任务”') : good(found)
}

async function checkPushes({ sql, config }: CheckContext) {
  const channels = await listChannels(sql)
  if (channels.length === 0) {
    const found = '还没有通知渠道'
    if (config.operatorEmail !== null) return good(`${found}；告警会发到 OPERATOR_EMAIL`)
    const advice = '请在“设置 → 通知”里添加一个，或设置 OPERATOR_EMAIL'
    return config.isProduction ? note(`${found}，有事时没有人知道`, advice) : good(found)
  }
  const failing = channels.filter(({ lastError }) => lastError !== null)
  if (failing.length > 0) {
    const names = failing.map(({ name, lastError }) => `${name}（${lastError}）`).join('、')
    return bad(`没有送达：${names}`, '请在“设置 → 通知”里测试它')
  }
  return good(`${channels.length} 个，最近都送达了`)
}
