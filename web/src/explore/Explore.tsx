export default function Explore() {
  return <p class="wrap">Explore</p>;
}
