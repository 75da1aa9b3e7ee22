export default function Play() {
  return <p class="wrap">Play</p>;
}
