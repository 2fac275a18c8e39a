import type { ReactNode } from 'react';
import type { StreetMap } from '#domain/business/street-map.ts';

type Street = StreetMap['streets'][number];
type Place = StreetMap['places'][number];

/** Text keeps about the same size while the drawing scales. */
const letters = 'text-[13px] xs:text-[12px] sm:text-[9.5px] md:text-[7.5px]';

/** A map of the blocks around the office: streets, landmarks, the walking route, the entrance. */
export function StreetMapDrawing({ map, label }: { map: StreetMap; label: string }) {
  const { width, height, streets, places, walk } = map;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="w-full rounded-card border border-line bg-sunken text-action"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {streets.map((street) => (
        <Line key={street.name} street={street} extra={1.5} className="stroke-line" />
      ))}
      {streets.map((street) => (
        <Line key={street.name} street={street} extra={0} className="stroke-surface" />
      ))}
      {places
        .filter(({ kind }) => kind === 'park')
        .map((place) => (
          <Sign key={place.name} place={place} />
        ))}
      {walk && (
        <polyline
          points={walk.points.map(({ x, y }) => `${x},${y}`).join(' ')}
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="0.1 5"
        />
      )}
      {streets.map((street) => (
        <StreetName key={street.name} street={street} />
      ))}
      {places
        .filter(({ kind }) => kind !== 'park')
        .map((place) => (
          <Sign key={place.name} place={place} />
        ))}
    </svg>
  );
}

const widthOf = ({ main }: Street) => (main ? 22 : 17);

function Line({ street, extra, className }: { street: Street; extra: number; className: string }) {
  const { from, to } = street;
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      strokeWidth={widthOf(street) + 2 * extra}
      strokeLinecap="butt"
      className={className}
    />
  );
}

/** Along the street, never upside down. */
function StreetName({ street: { name, from, to, nameAt, main } }: { street: Street }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const upright = angle > 45 ? angle - 180 : angle;
  const [x, y] = [from.x + dx * nameAt, from.y + dy * nameAt];
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      dominantBaseline="central"
      transform={`rotate(${upright.toFixed(2)} ${x} ${y})`}
      className={`${letters} fill-muted ${main ? 'font-semibold' : ''}`}
    >
      {name}
    </text>
  );
}

const signs: Record<Place['kind'], ReactNode> = {
  // A pin in the nutmeg color.
  office: (
    <path
      d="M0 0C-7-8-9-12-9-16a9 9 0 0 1 18 0C9-12 7-8 0 0Zm0-13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"
      fillRule="evenodd"
      className="fill-accent"
    />
  ),
  shop: (
    <path
      d="M-8 7v-9l2-5H6l2 5v9zM-8-2c0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0M-3 7V3h6v4"
      className="fill-surface"
    />
  ),
  parking: (
    <path
      d="M-6-8H6a2 2 0 0 1 2 2V6a2 2 0 0 1-2 2H-6a2 2 0 0 1-2-2V-6a2 2 0 0 1 2-2Zm3 13V-4h4a2.500 2.500 0 0 1 0 5h-4"
      className="fill-surface"
    />
  ),
  bus: <path d="M-7-8H7V5H-7zM-7 0H7M-4 5v3M4 5v3M-4 2.500h.1M4 2.500h.1" className="fill-surface" />,
  park: <path d="M0 10V1M0 1c-6 0-9-4-7-8 1-4 5-5 7-5s6 1 7 5c2 4-1 8-7 8Z" className="fill-action-soft" />,
};

const nameSides = {
  left: { x: -12, y: 0, textAnchor: 'end' },
  right: { x: 12, y: 0, textAnchor: 'start' },
  above: { x: 0, y: -14, textAnchor: 'middle' },
  below: { x: 0, y: 17, textAnchor: 'middle' },
} as const;

function Sign({ place: { kind, name, at, nameOn } }: { place: Place }) {
  const isOffice = kind === 'office';
  const { x, y, textAnchor } = nameSides[nameOn];
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g stroke={isOffice ? 'none' : 'currentColor'} strokeWidth="1.25">
        {signs[kind]}
      </g>
      {/* The pin's tip marks the place, so labels go above its head or beside it. */}
      <text
        x={x}
        y={isOffice ? y - 18 : y}
        textAnchor={textAnchor}
        dominantBaseline="central"
        strokeWidth="3"
        className={`${letters} stroke-sunken [paint-order:stroke] ${isOffice ? 'fill-accent font-bold' : 'fill-ink'}`}
      >
        {name}
      </text>
    </g>
  );
}
