import java.util.Scanner;

class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        while (in.hasNext()) sum += in.nextLong();
        System.out.println(sum);
    }
}
