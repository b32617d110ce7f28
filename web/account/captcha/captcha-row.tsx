import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import type { Captcha, CaptchaState } from './use-captcha.ts'

interface RowContent {
  icon: IconName
  text: string
}

const CONTENT: Record<CaptchaState, RowContent> = {
  idle: { icon: 'shield', text: '人机验证自动完成，无需操作' },
  working: { icon: 'shield', text: '正在进行人机验证…' },
  passed: { icon: 'shield', text: '已通过人机验证' },
  failed: { icon: 'warn', text: '人机验证未完成' },
}

/** The widget of an external provider may require the visitor to act. */
const WIDGET_CONTENT: Record<CaptchaState, RowContent> = {
  ...CONTENT,
  idle: { icon: 'shield', text: '填写邮箱后进行人机验证' },
  working: { icon: 'shield', text: '请完成人机验证' },
}

/** The state of the captcha, with a retry button and the provider's widget where needed. */
export function CaptchaRow({ captcha: { state, start, box } }: { captcha: Captcha }) {
  const isWidget = useSite().captcha.provider !== 'altcha'
  const { icon, text } = (isWidget ? WIDGET_CONTENT : CONTENT)[state]
  return (
    <div>
      <div className={state === 'passed' ? 'verify is-done' : 'verify'} data-state={state}>
        <Icon name={icon} />
        <span role="status">{text}</span>
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
