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
      `我们收到了注销账户的申请，所有设备都已退出登录，密钥和给应用的授权也已失效。${isBlocked ? `账户现在停用着，停用期间不会注销；恢复之后注销，不早于 ${until}。` : `账户会在 ${until} 注销。`}`,
      `注销后，邮箱、昵称、登录记录、扣费说明和客服备注会被删除，剩余${creditUnit}不能再使用，也无法恢复。`,
      isBlocked
        ? `改变主意了？请联系${supportText(content.site)}，或者重置密码，注销就会取消，余额和订单都不变。`
        : '改变主意了？在此之前登录一次，注销就会取消，余额和订单都不变。',
    ],
    ...(!isBlocked && {
      action: { label: '登录并保留账户', url: `${config.publicUrl}/account/login` },
    }),
    footer: '如果不是您本人申请的，请马上重置密码，注销会一起取消。',
  })
}

export function closingCancelledMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户不会注销',
    title: '注销已取消',
    paragraphs: [
      '您刚刚登录了账户或重置了密码，之前的注销申请已经取消，余额和订单都没有变化；密钥和给应用的授权需要重新建立。',
      '如果不是您本人操作的，请立即重置密码。',
    ],
    action: { label: '重置密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '如果是您本人操作的，无需理会这封邮件。',
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
      '我们取消了之前的注销申请，余额和订单都没有变化；密钥和给应用的授权需要重新建立。',
      isBlocked
        ? '账户现在停用着，恢复之后才能登录。'
        : '仍然要注销的话，登录之后在账户资料里重新申请。',
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
      '您的账户已按申请注销，邮箱、昵称、登录记录、扣费说明和客服备注已经删除，这是我们发给您的最后一封邮件。',
      '订单和账目的金额依照法律保留，但不再有您的姓名和邮箱；已开的发票连同抬头依法保留。',
      '感谢您的使用。以后可以随时用这个邮箱重新注册。',
    ],
    action: { label: '重新注册', url: `${config.publicUrl}/account/register` },
    footer: '这个邮箱今后不会再收到我们的邮件，除非重新注册。',
  })
}
