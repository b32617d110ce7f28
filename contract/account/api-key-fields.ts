import * as z from 'zod/mini'
import { id } from '../fields.ts'

/**
 * What a customer chooses of an API key. `monthlyLimit` is credit a month; null: no limit. A function, so that
 * files that load this one do not make the schemas at their start.
 */
export function apiKeyFields() {
  return {
    applicationId: id,
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, '请输入名称'),
        z.maxLength(40, '名称最多 40 个字符'),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>]*$/u, '名称不能包含特殊字符'),
        z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, '名称须有可见的字符'),
      ),
    monthlyLimit: z.nullable(
      z
        .int('每月上限须为整数')
        .check(z.gte(1, '每月上限最少为 1'), z.lte(1_000_000_000_000, '每月上限过大')),
    ),
  }
}
