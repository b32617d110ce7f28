import { DEMO_DOMAIN } from '../../mail/outbox.ts'

const FAMILY = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const GIVEN = [
  '晓雨',
  '子涵',
  '思远',
  '嘉怡',
  '明轩',
  '雨桐',
  '浩然',
  '欣怡',
  '文博',
  '若曦',
  '一诺',
  '俊杰',
] as const

/** Name and address of the user of this number. */
export function demoPerson(user: number): { email: string; nickname: string } {
  const family = FAMILY[user % FAMILY.length]!
  const given = GIVEN[(user * 7) % GIVEN.length]!
  return {
    email: `demo-${String(user + 1).padStart(3, '0')}@${DEMO_DOMAIN}`,
    nickname: family + given,
  }
}
