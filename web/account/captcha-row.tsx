import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-name.ts'
import type { Captcha, CaptchaState } from './use-captcha.ts'

const LOOKS: Record<CaptchaState, { icon: IconName; says: string }> = {
  idle: { icon: 'shield', says: '人机验证会自动完成，不用点图' },
  working: { icon: 'shield', says: '正在进行人机验证…' },
  passed: { icon: 'shield', says: '已通过人机验证' },
  failed: { icon: 'warn', says: '人机验证没有完成' },
}

/** How far the check is; the visitor only has to act when it failed. */
export function CaptchaRow({ captcha: { state, start } }: { captcha: Captcha }) {
  const { icon, says } = LOOKS[state]
  return (
    <div className={state === 'passed' ? 'verify is-done' : 'verify'} data-state={state}>
      <Icon name={icon} />
      <span role="status">{says}</span>
      {state === 'failed' && (
        <Button kind="ghost" size="small" icon="again" onClick={start}>
          重试
        </Button>
      )}
    </div>
  )
}
