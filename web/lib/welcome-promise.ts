import type { HomeContent, Site } from '#contract/content/content.ts'
import { formatCredit } from './format/money.ts'

type Welcome = Pick<Site, 'welcomeCredit' | 'creditUnit'>

/** What the site promises to new customers; undefined where it gives nothing. */
export function welcomePromise({ welcomeCredit, creditUnit }: Welcome): string | undefined {
  return (
    welcomeCredit &&
    `注册即送 ${formatCredit(welcomeCredit.amount)} ${creditUnit}，${welcomeCredit.days} 天内有效`
  )
}

/** On the button that leads to registration. */
export function welcomeAction({ welcomeCredit, creditUnit }: Welcome): string {
  return welcomeCredit ? `免费领取 ${formatCredit(welcomeCredit.amount)} ${creditUnit}` : '免费注册'
}

/** How much of each service an amount of credit is enough for: “约 1,000 张图片或 2,500 次对话”. */
export function enoughFor(credit: number, services: HomeContent['services']): string {
  const uses = services.map(
    (service) =>
      `${formatCredit(Math.floor(credit / service.credit))} ${service.unit}${service.noun}`,
  )
  return `约 ${uses.join('或 ')}`
}
