import type { Combo } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../lib/money.ts'
import { useSite } from '../lib/site.ts'
import { Icon } from '../ui/icon.tsx'
import { LAST_COST, leftOf, OLDER, OLDER_DAYS } from './drawn-account.ts'
import { useHome } from './use-home.ts'
import { examplePlan, totalCredit } from '../lib/plan-terms.ts'

/** The product as a drawn scene: balance, a translation side by side, an order on its way. */
export function Stage({ plans }: { plans: readonly Combo[] }) {
  const { creditUnit } = useSite()
  const { tools } = useHome()
  const plan = examplePlan(plans)
  if (plan === undefined) return null
  const bought = totalCredit(plan)
  const left = leftOf(plan)
  const balance = formatCredit(left.all)
  return (
    <div
      className="stage"
      role="img"
      aria-label="产品画面示意：左侧为余额卡片，中间为中英对照翻译窗口，右侧为订单到账过程"
    >
      <div className="window" aria-hidden="true">
        <div className="window-bar">
          <i />
          <i />
          <i />
          <span>产品手册 v3.pdf</span>
          <b>
            <Icon name="credit" />
            {balance}
          </b>
        </div>
        <div className="window-body">
          <ul className="rail">
            {tools.map(({ name, icon }, at) => (
              <li key={name} className={at === 1 ? 'on' : undefined}>
                <Icon name={icon} />
                {name}
              </li>
            ))}
          </ul>
          <Pair />
        </div>
        <div className="window-foot">
          <span>第 6 页，共 18 页</span>
          <span className="bar">
            <i />
          </span>
          <span>
            本次 <b>{LAST_COST}</b> {creditUnit} · 12,000 字符
          </span>
        </div>
      </div>
      <div className="float float-left" aria-hidden="true">
        <p className="faint">可用{creditUnit}</p>
        <p className="float-number">{balance}</p>
        <ul className="lots">
          <li>
            <span>{plan.name}</span>
            <span>{formatCredit(left.plan)}</span>
          </li>
          <li>
            <span>较早购买</span>
            <span>{OLDER}</span>
          </li>
        </ul>
        <p className="float-note">
          <Icon name="clock" />
          {OLDER} {creditUnit} {OLDER_DAYS} 天后到期
        </p>
      </div>
      <div className="float float-right" aria-hidden="true">
        <p className="float-title">
          {plan.name} <span>{formatMoney(plan.amount, plan.currency)}</span>
        </p>
        <ol className="timeline">
          <li>
            提交订单<span className="faint number">10:24:51</span>
          </li>
          <li>
            银行卡已扣款<span className="faint number">10:25:38</span>
          </li>
          <li data-kind="good">
            {formatCredit(bought)} {creditUnit}到账<span className="faint number">10:25:40</span>
          </li>
        </ol>
      </div>
    </div>
  )
}

function Pair() {
  return (
    <div className="pair">
      <div>
        <p className="pair-head">
          英语<span>原文</span>
        </p>
        <h4>2.1 First start</h4>
        <p>Keep the unit level for ten minutes before you switch it on.</p>
        <p className="lit">Once the sensor settles, the light turns white.</p>
        <p>Do not open the cover while the light is blinking.</p>
        <p className="wide-only">If it stays dark, hold the power key for five seconds.</p>
      </div>
      <div>
        <p className="pair-head">
          简体中文<span>译文</span>
        </p>
        <h4>2.1 首次启动</h4>
        <p>开机前，请将设备水平静置十分钟。</p>
        <p className="lit">传感器稳定后，状态灯由黄转白。</p>
        <p>指示灯闪烁时，请勿打开上盖。</p>
        <p className="wide-only">若灯不亮，请按住电源键五秒。</p>
      </div>
    </div>
  )
}
