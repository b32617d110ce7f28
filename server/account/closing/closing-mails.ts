import { accountLetter, supportText, type MailContent, type MailDeps } from '../mails.ts'

/** Says until when a login cancels the closing; a blocked account is closed after it is unblocked. */
export function accountClosingMail(
  { config, content }: MailDeps,
  { closesAt, isBlocked }: { closesAt: Date; isBlocked: boolean },
): MailContent {
  const { timeZone, creditUnit } = content.site
  const until = new Intl.DateTimeFormat('zh-CN', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(closesAt)
  return accountLetter(content, {
    subject: `您的{brand}账户${isBlocked ? '申请了注销' : '将于 7 天后注销'}`,
    title: isBlocked ? '账户等待注销' : '账户即将注销',
    paragraphs: [
      `我们收到了您的注销申请，所有设备已退出登录，密钥和应用授权已失效。${isBlocked ? `账户目前已停用，停用期间不会注销；恢复后注销，不早于 ${until}。` : `账户将于 ${until} 注销。`}`,
      `注销后，邮箱、昵称、登录记录、扣费说明和客服备注将被删除，剩余${creditUnit}作废，且无法恢复。`,
      isBlocked
        ? `如需保留账户，请联系${supportText(content.site)}，或重置密码，注销即取消，余额和订单不受影响。`
        : '如需保留账户，请在此之前登录，注销即取消，余额和订单不受影响。',
    ],
    ...(!isBlocked && {
      action: { label: '登录并保留账户', url: `${config.publicUrl}/account/login` },
    }),
    footer: '如非本人申请，请立即重置密码，注销同时取消。',
  })
}

export function closingCancelledMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户不会注销',
    title: '注销已取消',
    paragraphs: [
      '您刚刚登录了账户或重置了密码，之前的注销申请已取消，余额和订单不受影响；密钥和应用授权需重新建立。',
      '如非本人操作，请立即重置密码。',
    ],
    action: { label: '重置密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '如是本人操作，请忽略本邮件。',
  })
}

/** An operator has cancelled the closing, as for a customer who cannot log in. */
export function closingCancelledByOperatorMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户不会注销',
    title: '注销已取消',
    paragraphs: [
      '我们已取消之前的注销申请，余额和订单不受影响；密钥和应用授权需重新建立。',
      isBlocked ? '账户目前已停用，恢复后才能登录。' : '如仍需注销，请登录后在账户资料中重新申请。',
    ],
    ...(!isBlocked && { action: { label: '去登录', url: `${config.publicUrl}/account/login` } }),
    footer: `有疑问？请联系${supportText(content.site)}。`,
  })
}

/** The last mail to the address of an erased account. */
export function accountClosedMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户已注销',
    title: '账户已注销',
    paragraphs: [
      '您的账户已按申请注销，邮箱、昵称、登录记录、扣费说明和客服备注已删除，这是我们发给您的最后一封邮件。',
      '订单和账目的金额依法保留，但不再有您的姓名和邮箱；已开的发票及其抬头依法保留。',
      '感谢您的使用，您可以随时用此邮箱重新注册。',
    ],
    action: { label: '重新注册', url: `${config.publicUrl}/account/register` },
    footer: '除非重新注册，此邮箱不会再收到我们的邮件。',
  })
}
