import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Words of the language, and metrics that are not the shop's own. */
const OTHERS = /^(up|and|or|unless|offset|by|on|m|e6|le|nodejs_\w+|process_\w+)$/

const DEPLOY = join(import.meta.dirname, '../deploy')

interface Panel {
  targets?: { expr: string }[]
  panels?: Panel[]
}

/** The expressions of the dashboard, with an interval in place of Grafana's variable. */
export async function dashboardExpressions(): Promise<string[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  const { panels } = JSON.parse(await readFile(join(DEPLOY, 'grafana/shop.json'), 'utf8')) as {
    panels: Panel[]
  }
  const of = ({ targets = [], panels: inner = [] }: Panel): string[] => [
    ...targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
    ...inner.flatMap(of),
  ]
  return panels.flatMap(of)
}

/** The expressions of the rules. */
export async function ruleExpressions(): Promise<string[]> {
  const rules = await readFile(join(DEPLOY, 'prometheus/rules.yml'), 'utf8')
  return [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)
}

/** What the expression selects, without what Prometheus, Node and functions bring. */
export function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\[[^\]]*\]|\b(by|on|le|without) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()(?![^{}]*\})/g)]
    .map(([name]) => name.replace(/_(count|sum|bucket)$/, ''))
    .filter((name) => !OTHERS.test(name))
}
