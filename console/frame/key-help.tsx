import { Ask } from './ask.tsx'

const KEYS: readonly [keys: readonly string[], use: string][] = [
  [['Ctrl K', '⌘K', '/'], '查找订单、用户、页面和操作'],
  [['j', 'k'], '在列表里向下、向上'],
  [['Enter'], '打开选中的一行'],
  [['Esc'], '关闭弹出的窗口'],
  [['?'], '这份说明'],
]

/** The keys of the console. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Ask title="按键说明" onClose={onClose}>
      <div className="ask-body">
        <dl className="facts">
          {KEYS.map(([keys, use]) => (
            <div key={use}>
              <dt>{use}</dt>
              <dd className="key-list">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Ask>
  )
}
