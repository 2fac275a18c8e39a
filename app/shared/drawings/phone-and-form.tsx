import { Drawing, type DrawingProps } from './drawing.tsx';

/** A phone taking a picture of a W-2. */
export function PhoneAndForm({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 300 230" className={className}>
      <path d="M10 214h280" />
      <g transform="rotate(-7 110 130)">
        <path
          d="M36 58h138a4 4 0 0 1 4 4v138a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V62a4 4 0 0 1 4-4Z"
          className="fill-surface"
        />
        <path d="M32 92h146M105 92v112M32 128h146M32 166h73M44 70v12l4.500-8 4.500 8V70M59 77h6M70 73c0-4 7-4 7 .5 0 3-7 5-7 8.500h7.500" />
        <path
          d="M42 104h30M42 114h46M116 104h24M116 114h44M42 141h38M42 151h24M116 141h30M116 151h48M116 176h40M116 187h26M42 179h34M42 189h50"
          opacity="0.55"
        />
      </g>
      <path
        d="M168 14h86a16 16 0 0 1 16 16v172a16 16 0 0 1-16 16h-86a16 16 0 0 1-16-16V30a16 16 0 0 1 16-16Z"
        className="fill-surface"
      />
      <path d="M202 23h18" />
      <path d="M160 34h102v146H160z" className="fill-paper" />
      <g transform="rotate(-4 211 107)">
        <path
          d="M178 62h66a3 3 0 0 1 3 3v84a3 3 0 0 1-3 3h-66a3 3 0 0 1-3-3V65a3 3 0 0 1 3-3Z"
          className="fill-surface"
        />
        <path d="M175 82h72M211 82v70M175 104h72M175 127h36" />
        <path
          d="M181 89h14M181 96h22M217 89h12M217 96h22M181 111h18M181 118h12M217 111h16M217 118h24M217 133h20M181 134h20"
          opacity="0.55"
        />
      </g>
      <path d="M168 58V48h10M254 58V48h-10M168 156v10h10M254 156v10h-10" strokeWidth="2.500" />
      <circle cx="211" cy="199" r="11" />
      <circle cx="211" cy="199" r="7.500" className="fill-accent" stroke="none" />
    </Drawing>
  );
}
