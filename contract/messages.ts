import * as z from 'zod/mini'
import zhCN from 'zod/v4/locales/zh-CN.js'

/** What a field is called in sentences, by its name on the wire. */
const LABELS: Record<string, string> = {
  email: '邮箱',
  password: '密码',
  currentPassword: '当前密码',
  newPassword: '新密码',
  confirmPassword: '确认密码',
  code: '验证码',
  captcha: '人机验证',
  nickname: '昵称',
  num: '数量',
  id: '编号',
  page: '页码',
  pageSize: '每页条数',
  state: '状态',
  token: '令牌',
  agreed: '用户协议',
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Sentences for what every form meets: required, length, range, type; the rest is the library's. */
function sentence(issue: Issue): string | undefined {
  const name = issue.path?.at(-1)
  const label = LABELS[String(name)] ?? '该项'
  if (issue.input === undefined || issue.input === null || issue.input === '') {
    return `请输入${label}`
  }
  switch (issue.code) {
    case 'invalid_type':
      return `${label}格式不正确`
    case 'too_small':
      return issue.origin === 'string'
        ? `${label}最少${issue.minimum}个字符`
        : `${label}不能小于${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `${label}最多${issue.maximum}个字符`
        : `${label}不能大于${issue.maximum}`
    case 'unrecognized_keys':
      return `不支持的字段：${issue.keys.join('、')}`
    case 'invalid_format':
    case 'invalid_value':
    case 'invalid_union':
      return `${label}格式不正确`
    default:
      return undefined
  }
}

/** Makes every schema of this process speak Chinese; both sides call it once at start. */
export function speakChinese(): void {
  z.config({ ...zhCN(), customError: sentence })
}
