/** A native range input over the positions of lib/slider.ts; its default is a notch, double-click goes back to it. */
import { useRef } from 'preact/hooks';
import { fromPosition, positions, stepTo, toPosition, type SliderParam } from '../lib/slider';

export interface SliderProps {
  labelledBy: string;
  param: SliderParam;
  value: number;
  /** The value in words, with its unit. */
  valueText: string;
  onChange: (value: number) => void;
}

export function Slider({ labelledBy, param, value, valueText, onChange }: SliderProps) {
  const byKey = useRef(false);
  const last = positions(param);
  const at = toPosition(param, value);
  const notch = toPosition(param, param.default) / last;
  return (
    <span class="slider" style={{ '--notch': String(notch), '--at': String(at / last) }}>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-labelledby={labelledBy}
        aria-valuetext={valueText}
        onKeyDown={() => (byKey.current = true)}
        onPointerDown={() => (byKey.current = false)}
        onInput={(event) => {
          const asked = Number(event.currentTarget.value);
          const position = byKey.current ? stepTo(param, value, asked) : asked;
          onChange(fromPosition(param, position));
        }}
        onDblClick={() => onChange(param.default)}
      />
    </span>
  );
}
