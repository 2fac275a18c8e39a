export { RequireStaff as default } from './protected-route.tsx';
