import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import type { Captcha, CaptchaState } from './use-captcha.ts'

interface Look {
  icon: IconName
  says: string
}

const LOOKS: Record<CaptchaState, Look> = {
  idle: { icon: 'shield', says: '人机验证会自动完成，不用点图' },
  working: { icon: 'shield', says: '正在进行人机验证…' },
  passed: { icon: 'shield', says: '已通过人机验证' },
  failed: { icon: 'warn', says: '人机验证没有完成' },
}

/** An outside provider's check may want the visitor to act. */
const WIDGET_LOOKS: Record<CaptchaState, Look> = {
  ...LOOKS,
  idle: { icon: 'shield', says: '填写邮箱后进行人机验证' },
  working: { icon: 'shield', says: '请完成下面的人机验证' },
}

/** How far the check is, and what the visitor has to do for it, if anything. */
export function CaptchaRow({ captcha: { state, start, box } }: { captcha: Captcha }) {
  const isWidget = useSite().captcha.provider !== 'altcha'
  const { icon, says } = (isWidget ? WIDGET_LOOKS : LOOKS)[state]
  return (
    <div>
      <div className={state === 'passed' ? 'verify is-done' : 'verify'} data-state={state}>
        <Icon name={icon} />
        <span role="status">{says}</span>
        {state === 'failed' && (
          <Button kind="ghost" size="small" icon="again" onClick={start}>
            重试
          </Button>
        )}
      </div>
      {isWidget && <div className="verify-widget" ref={box} hidden={state !== 'working'} />}
    </div>
  )
}
