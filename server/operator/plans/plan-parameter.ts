import { type PlanContent, planContent } from '#contract/content/content.ts'
import { describeIssue } from '../../site/content/content-file.ts'
import { wrongUsage } from '../exit.ts'
import type { Parameter } from '../parameters.ts'

const LONGEST = 8_000

/** One plan as JSON, in the form of `content/plans.json`. */
export const planParameter: Parameter<PlanContent> = {
  value: '套餐',
  help: '一份套餐的 JSON，字段与 content/plans.json 里的一份相同',
  isRequired: true,
  read(given) {
    if (given === undefined) throw wrongUsage('必须填写')
    if (given.length > LONGEST) throw wrongUsage(`最多 ${LONGEST} 个字`)
    const parsed = planContent.safeParse(parseJson(given))
    if (parsed.success) return parsed.data
    throw wrongUsage(parsed.error.issues.map(describeIssue).join('；'))
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage('不是合法的 JSON')
  }
}
