import type { Deps } from '../deps.ts'
import { letter } from '../mail/letter.ts'

type Needs = Pick<Deps, 'config' | 'content'>

interface Mail {
  subject: string
  text: string
  html: string
}

const NOT_YOU = '如果这不是您本人的操作，请忽略这封邮件，您的账户不会有任何变化。'

export function registerCodeMail({ content }: Needs, code: string): Mail {
  const brand = content.site.name
  return {
    subject: `${code} 是您的${brand}注册验证码`,
    ...letter({
      brand,
      title: '注册验证码',
      paragraphs: [
        '您正在注册账户，请在注册页面填写下面的验证码。',
        '验证码 10 分钟内有效，请勿告诉任何人，我们的工作人员也不会向您索要。',
      ],
      code,
      footer: NOT_YOU,
    }),
  }
}

export function alreadyRegisteredMail({ config, content }: Needs): Mail {
  const brand = content.site.name
  return {
    subject: `您已经有${brand}账户了`,
    ...letter({
      brand,
      title: '您已经有账户了',
      paragraphs: [
        '有人刚刚用这个邮箱申请注册。这个邮箱已经注册过，所以不需要验证码，直接登录即可。',
        `忘记密码时，可以在登录页面重新设置。`,
      ],
      action: { label: '去登录', url: `${config.publicUrl}/account/login` },
      footer: NOT_YOU,
    }),
  }
}
