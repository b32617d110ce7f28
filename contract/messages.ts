import * as z from 'zod/mini'
import { PROFILE_LABELS } from './fields.ts'

/** Chinese labels of fields, by their names in the contract. */
const LABELS: Record<string, string> = {
  email: '邮箱',
  password: '密码',
  currentPassword: '当前密码',
  newPassword: '新密码',
  confirmPassword: '确认密码',
  code: '验证码',
  captcha: '人机验证',
  ...PROFILE_LABELS,
  num: '数量',
  id: '编号',
  page: '页码',
  pageSize: '每页条数',
  state: '状态',
  title: '抬头',
  orderIds: '订单',
  token: '令牌',
  agreed: '用户协议',
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for a missing field, a wrong length or range, an unknown field; otherwise “wrong format”. */
function messageFor(issue: Issue): string {
  const name = issue.path?.at(-1)
  const label = LABELS[String(name)] ?? '该项'
  if (issue.input === undefined || issue.input === null || issue.input === '') {
    return `请输入${label}`
  }
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `${label}最少 ${issue.minimum} 个字符`
        : `${label}不能小于 ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `${label}最多 ${issue.maximum} 个字符`
        : `${label}不能大于 ${issue.maximum}`
    case 'unrecognized_keys':
      return `不支持的字段：${issue.keys.join('、')}`
    // the name of a field, of which its own schema says what is wrong
    case 'invalid_key':
      return issue.issues[0]?.message ?? `${label}格式不正确`
    default:
      return `${label}格式不正确`
  }
}

/** Sets Chinese messages for all schemas of this process; browser and server call it once at start. */
export function setChineseMessages(): void {
  z.config({ customError: messageFor })
}
