import {
  type StartWarning,
  listStartWarnings,
  planWarnings,
} from '../../process/start/checks/start-warnings.ts'
import { listPlansOnSale } from '../../recharge/plans/plans.store.ts'
import { ContentError } from '../../site/content/content-file.ts'
import { type Content, loadContent } from '../../site/content/load-content.ts'
import { riskySettings } from './risky-settings.ts'
import { bad, type Check, type CheckContext, type Finding, good, note } from './check.ts'

export const siteChecks: readonly Check[] = [
  { id: 'address', title: '网站地址', run: checkAddress },
  { id: 'console', title: '控制台地址', run: checkConsole },
  { id: 'settings', title: '设置', run: checkSettings },
  { id: 'content', title: '内容', run: checkContent },
  { id: 'plans', title: '套餐', run: checkPlans },
]

async function checkAddress({ config }: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { publicUrl } = config
  const problem = await findReachProblem(`${publicUrl}/healthz`, signal)
  if (problem === null) return good(`${publicUrl} 可以打开`)
  return bad(
    `${publicUrl} 打不开：${problem}`,
    '请检查网站是否在运行、域名解析、代理与证书；只有外面能打开时可以不管',
  )
}

async function checkConsole({ config }: CheckContext, signal: AbortSignal): Promise<Finding> {
  if (config.console === null) return good('没有开控制台')
  const { url } = config.console
  const problem = await findReachProblem(`${url}/api/console/session`, signal)
  if (problem === null) return good(`${url} 可以打开`)
  return note(
    `${url} 从这台机器打不开：${problem}`,
    '经过 VPN、地址名单或 ssh -L 才能到时可以不管，否则请检查 CONSOLE_URL 与代理',
  )
}

/** Why the address does not answer 200; null: it does. */
async function findReachProblem(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal })
    return status === 200 ? null : `HTTP ${status}`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    return cause instanceof Error && 'code' in cause ? String(cause.code) : '没有答复'
  }
}

async function checkSettings({ config, content }: CheckContext): Promise<Finding> {
  const risks = riskySettings(config, content)
  const [first] = risks
  if (first === undefined) return good('没有冲突，也没有写错的名称')
  const more = risks.length > 1 ? `（共 ${risks.length} 处，见“全部设置”）` : ''
  return first.isBad ? bad(first.text + more, null) : note(first.text + more, null)
}

async function checkContent({ config }: CheckContext): Promise<Finding> {
  const loaded = readContent(config)
  if (loaded instanceof ContentError) {
    const [first = ''] = loaded.problems
    return bad(
      `content 里有 ${loaded.problems.length} 处问题：${first}`,
      '下次启动会因此失败，请先改好',
    )
  }
  const [demo] = warningsOf(
    listStartWarnings({ config, content: loaded, plans: [], unknownSettings: [] }),
    'demo_content',
  )
  return demo ? note(demo.text, null) : good('文件都读得懂')
}

function readContent({ contentDir, payments }: CheckContext['config']): Content | ContentError {
  try {
    return loadContent(contentDir, payments.methods)
  } catch (error) {
    if (error instanceof ContentError) return error
    throw error
  }
}

async function checkPlans({ config, sql, content }: CheckContext): Promise<Finding> {
  const plans = await listPlansOnSale(sql)
  if (plans.length === 0)
    return bad('没有在售的套餐，顾客买不了', '请在“套餐”里上架或新增一个，也可以运行 plans apply')
  const small = warningsOf(
    listStartWarnings({ config, content, plans, unknownSettings: [] }),
    'price_below_minimum',
  )
  const [wrong] = small
  if (wrong) return bad(wrong.text, null)
  const [differs] = await planWarnings(sql, config, content)
  const found = `${plans.length} 个在售，价格都收得了`
  return differs ? note(differs.text, null) : good(found)
}

function warningsOf(warnings: readonly StartWarning[], name: string): StartWarning[] {
  return warnings.filter((warning) => warning.name === name)
}
